"""Time: what a question may take, and when it runs out for somebody who sleeps and travels."""
