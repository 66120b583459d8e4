import type { Output } from './operations.ts';
import type { Remote } from './remote.ts';
import { useRemote } from './use-remote.ts';

/** The channels of the owner, read once for all that show them. */
export const useChannels = (): Remote<Output<'listChannels'>> => useRemote('listChannels', {});
