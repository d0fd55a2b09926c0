impossible = "c"
