"""What pictures of all games share: the colours and marks of seats, and a few lines for writing SVG."""
