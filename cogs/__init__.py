"""What people type and see in Discord; each module is an extension loaded by name."""
