impossible = ' C '
