cidr = "10.1.0.0/16" # until the move
