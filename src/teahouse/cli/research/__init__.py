"""The commands that examine many deals, or solve one."""
