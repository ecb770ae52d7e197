#!/usr/bin/env node
import { runCommandLine } from './cli/commands.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
