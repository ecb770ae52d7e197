#!/usr/bin/env node
import { guardOutput } from '@kinora/program/guard-output';
import { runCommand } from '@kinora/program/run-command';
import { worker } from './worker-command.ts';

guardOutput();
process.exitCode = await runCommand('kinora-worker', worker, process.argv.slice(2));
