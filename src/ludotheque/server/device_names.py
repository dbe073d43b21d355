"""What a device is called in the list of a player's devices: its browser and system, as coarsely as possible."""

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
"""What to look for in a User-Agent, the first that is found counts: most browsers also claim to be others."""


def name_device(user_agent: str) -> str:
    """Name a device by the User-Agent of its browser: "Firefox, Linux"; empty if it says nothing known."""
    found = (next((name for sign, name in table if sign in user_agent[:500]), None) for table in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in found if name is not None)
