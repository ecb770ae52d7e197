#!/usr/bin/env node
import { runCustomerCommandLine } from './run-customer-command-line.ts';

process.exitCode = await runCustomerCommandLine(process.argv.slice(2));
