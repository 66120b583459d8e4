import { AttributeType, Billing, ProjectionType, TableV2, type ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import type { ItemRight } from '../areas/item-rights.ts';
import { DUE_INDEX } from '../data/due-index.ts';
import { removalPolicyOf } from './removal-policy.ts';
import type { Keeping } from '../config/settings/all-settings.ts';

/**
 * The one table, with the sparse index of what falls due (DESIGN.md section 5): the stack's own, or an existing one, which
 * keeps its own index, expiry and backups (docs/runbook.md says how to check them).
 */
export class ServiceTable extends Construct {
  readonly table: Pick<ITableV2, 'tableName' | 'tableArn'>;
  readonly #policy: string;

  constructor(scope: Construct, id: string, props: Keeping) {
    super(scope, id);
    const { tableName } = props;
    this.#policy = tableName === undefined ? 'TableRights' : `TableRights-${tableName}`;
    this.table =
      tableName === undefined ? this.#made(props) : TableV2.fromTableName(this, 'Attached', tableName);
  }

  #made(props: Keeping): TableV2 {
    return new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: [
        {
          indexName: DUE_INDEX,
          partitionKey: { name: 'duePk', type: AttributeType.STRING },
          sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
          // Keys only: a write that moves no key of the index costs nothing there.
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
      billing: Billing.onDemand(),
      ...(props.warmThroughput && { warmThroughput: warmedTo(props.warmThroughput) }),
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // Not from the first deployment on: a protected table would fail the rollback of one that does not succeed.
      deletionProtection: props.removal === 'retain' && props.terminationProtection,
      removalPolicy: removalPolicyOf(props),
    });
  }

  /** Allows what is said on the items whose partition key fits; no index. */
  allow(fn: AreaFunction, rights: readonly ItemRight[]): void {
    fn.give('table', [this.table.tableName]);
    for (const { actions, leadingKeys } of rights)
      fn.allow(
        actions.map((action) => `dynamodb:${action}`),
        this.table.tableArn,
        { conditions: onKeys(leadingKeys), policy: this.#policy },
      );
  }

  /** Allows asking what falls due. The index holds nothing else, so a condition on its keys would keep nobody out. */
  allowDueQuery(fn: AreaFunction): void {
    fn.allow(['dynamodb:Query'], `${this.table.tableArn}/index/${DUE_INDEX}`, { policy: this.#policy });
  }

  get dimensions(): Record<string, string> {
    return { TableName: this.table.tableName };
  }

  get dueIndexDimensions(): Record<string, string> {
    return { TableName: this.table.tableName, GlobalSecondaryIndexName: DUE_INDEX };
  }
}

/** A new table reads so much anyway, and neither figure may be less than it has. */
const READS_OF_NEW_TABLE = 12_000;

function warmedTo(writeUnitsPerSecond: number) {
  return { writeUnitsPerSecond, readUnitsPerSecond: Math.max(READS_OF_NEW_TABLE, writeUnitsPerSecond) };
}

/** Every partition key that a call names must fit one of these. The actions granted all name one. */
function onKeys(leadingKeys: string[]) {
  return { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys } };
}
