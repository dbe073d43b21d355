"""Settings of the whole test run."""

from hypothesis import HealthCheck, settings

# No deadline: these machines are noisy, and a slow test is a benchmark's business. Examples are drawn the same way in
# every run, so that a red build is red for everybody; `--hypothesis-profile=search` looks for new ones.
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("same", max_examples=25, derandomize=True, **_COMMON)  # type: ignore[arg-type]
settings.register_profile("search", max_examples=1000, **_COMMON)  # type: ignore[arg-type]
settings.load_profile("same")
