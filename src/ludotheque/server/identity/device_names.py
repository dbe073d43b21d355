"""Names of devices for the list of a player's devices: browser and system, as coarse as possible for privacy."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)
"""Substrings of a User-Agent. The first match counts: most browsers also claim to be others."""


def name_device(user_agent: str) -> str:
    """Name a device by the User-Agent of its browser, such as "Firefox, Linux"; empty if nothing is recognised."""
    found = (next((name for sign, name in table if sign in user_agent[:500]), None) for table in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in found if name is not None)
