# Generated from ../_async; run "npm run generate" after changing it.
