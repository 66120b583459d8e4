import { builtTools, type BuiltTool } from './tools.ts';

/** Every tool, as the contract has it. The build puts the data in the place of this module: no schema is loaded to know them. */
export const OFFERED: readonly BuiltTool[] = builtTools();
