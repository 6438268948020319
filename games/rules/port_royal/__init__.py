"""Port Royal, with the persons, ships and contracts of its expansion."""

from games.rules.port_royal.rules import PortRoyal

rules = PortRoyal()
