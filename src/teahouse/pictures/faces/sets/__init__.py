"""Sets of faces beside the traditional one."""
