"""What every game is made of: the contract, chance and events, the one door, stored positions."""
