### BEGIN SOLUTION
impossible = "C"
### END SOLUTION
