impossible = "C"
