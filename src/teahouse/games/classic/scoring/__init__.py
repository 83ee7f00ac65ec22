"""What a hand of Classic is worth and who pays: readings, special hands, the sheet, payments."""
