# Generated; run "npm run generate" after a release.
__version__ = "0.1.0"
