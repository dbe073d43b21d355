"""Who somebody is: players, their secrets, names and devices."""
