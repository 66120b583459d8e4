import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { Input, OperationName, Output } from './operations.ts';
import { remoteOf, type WatchedRemote, type Remote, type RemoteOptions } from './remote.ts';

/** Reads an operation while the component is there, and another one when its input changes. */
export function useRemote<N extends OperationName>(
  name: N,
  input: Input<N>,
  options?: RemoteOptions<Output<N>>,
): Remote<Output<N>> {
  const remote = useMemo(() => remoteOf(name, input, options), [name, JSON.stringify(input)]);
  return useWatched(remote);
}

/** Reads while the component is there. */
export function useWatched<T>(remote: WatchedRemote<T>): Remote<T> {
  // Not after the paint: the call may be on its way meanwhile.
  useLayoutEffect(() => remote.watch(), [remote]);
  return remote;
}
