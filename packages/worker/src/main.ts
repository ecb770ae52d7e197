#!/usr/bin/env node
import { runCommand } from '@kinora/program/run-command';
import { worker } from './worker-command.ts';

process.exitCode = await runCommand('kinora-worker', worker, process.argv.slice(2));
