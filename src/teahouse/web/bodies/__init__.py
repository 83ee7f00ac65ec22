"""Request and response bodies that are not structs of the service."""
