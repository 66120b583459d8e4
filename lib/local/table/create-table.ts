import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { DUE_INDEX } from '../../data/due-index.ts';
import { StartError } from '../start-error.ts';

/**
 * Creates the table on a local engine, in the shape the stack gives it in AWS; an existing one is left as it is.
 * @throws StartError when the endpoint does not do it
 */
export async function createTable(endpoint: string, name: string): Promise<void> {
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  try {
    const { TableDescription: made } = await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
          { AttributeName: 'duePk', AttributeType: 'S' },
          { AttributeName: 'dueAt', AttributeType: 'N' },
        ],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: [
          {
            IndexName: DUE_INDEX,
            KeySchema: [
              { AttributeName: 'duePk', KeyType: 'HASH' },
              { AttributeName: 'dueAt', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        ],
      }),
    );
    if (made?.TableStatus !== 'ACTIVE')
      await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 1, maxDelay: 1 }, { TableName: name });
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceInUseException') return;
    const why = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'failed';
    throw new StartError(
      `The DynamoDB endpoint at ${new URL(endpoint).host} does not make the table (${why}); start one there, or unset AWS_ENDPOINT_URL_DYNAMODB to use the embedded engine.`,
    );
  } finally {
    client.destroy();
  }
}
