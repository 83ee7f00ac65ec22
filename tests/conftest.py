"""What every test stands on."""

from hypothesis import HealthCheck, settings

# Machines are slow at times; how long an example takes says nothing about the rules.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
