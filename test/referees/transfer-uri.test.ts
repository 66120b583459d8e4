import * as fc from 'fast-check';
import { encodeFunctionData, erc20Abi, getAddress, isAddress, parseAbi, type Hex } from 'viem';
import * as chains from 'viem/chains';
import { expect, it } from 'vitest';
import { NETWORKS, type Network } from '../../lib/domain/billing/x402/network.ts';
import { transferUri } from '../../lib/domain/billing/x402/pay-to.ts';

/** The grammar of ERC-681 as far as a call of a contract goes. viem has no parser of it. */
const CALL =
  /^ethereum:(?<target>0x[0-9a-fA-F]{40})@(?<chain>[1-9]\d*)\/(?<name>[a-z]+)\?(?<arguments>\w+=\w+(?:&\w+=\w+)*)$/;

const payers = fc.uint8Array({ minLength: 20, maxLength: 20 }).chain((bytes) => {
  const lower = `0x${Buffer.from(bytes).toString('hex')}` as Hex;
  return fc.constantFrom(lower, getAddress(lower));
});

it('is read by a wallet as the transfer of USDC that it is meant as', () => {
  const networks = fc.constantFrom(...(Object.keys(NETWORKS) as Network[]));
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n });

  fc.assert(
    fc.property(networks, payers, amounts, (network, payTo, micros) => {
      const { target, chain, name, arguments: given } = CALL.exec(transferUri(network, payTo))?.groups ?? {};
      const [[type, to], ...more] = [...new URLSearchParams(given)] as [[string, Hex], ...unknown[]];

      expect(isAddress(target ?? '')).toBe(true);
      expect(isAddress(to)).toBe(true);
      expect(more).toEqual([]);
      const { id } = { base: chains.base, 'base-sepolia': chains.baseSepolia }[network];
      expect(Number(chain)).toBe(id);
      expect(target).toBe(NETWORKS[network].usdc.address);
      // What the wallet sends: the amount that its user enters is the second argument.
      const abi = parseAbi([`function ${name}(${type}, uint256)` as 'function transfer(address, uint256)']);
      expect(encodeFunctionData({ abi, functionName: 'transfer', args: [to, micros] })).toBe(
        encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payTo, micros] }),
      );
    }),
  );
});
