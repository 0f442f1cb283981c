"""What is known of a machine before anything is translated: ranges, work, registers, answers of guards."""
