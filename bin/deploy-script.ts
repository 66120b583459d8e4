import type { AwsSettings } from '../lib/config/settings/all-settings.ts';

/** Stands in the templates where the bucket of whoever deploys belongs; no bucket is called so. */
export const BUCKET = 'ROLLCALL-BUCKET';
/** What the names of assets begin with in that bucket. */
export const ASSETS_PREFIX = 'rollcall/';

export interface Deployed {
  stackName: string;
  tags: Readonly<Record<string, string>>;
  terminationProtection: AwsSettings['terminationProtection'];
}

/** The script that deploys a folder of template and assets, by the command line of AWS and what any machine has. */
export function deployScript({ stackName, tags, terminationProtection }: Deployed): string {
  const tagged = Object.entries(tags).map(([key, value]) => `'${key}=${value}'`);
  const protect = `aws cloudformation update-termination-protection --enable-termination-protection --stack-name '${stackName}' >/dev/null\n`;
  return `#!/bin/sh
# Deploys what lies beside this script: ./deploy.sh BUCKET [ARGUMENT ...]
# BUCKET is one of yours in the region you deploy to. What follows it is for \`aws cloudformation deploy\`.
set -eu
bucket=\${1-}
case $bucket in
  '' | -* | *[!a-z0-9.-]*)
    echo 'usage: ./deploy.sh BUCKET [ARGUMENT ...], where BUCKET is the name of one of your buckets' >&2
    exit 2
    ;;
esac
shift
cd -- "$(dirname -- "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/templates"
for file in template.json templates/*.json; do
  [ ! -e "$file" ] || sed "s/${BUCKET}/$bucket/g" "$file" >"$work/$file"
done
# Their names are hashes of what is in them.
aws s3 sync --size-only assets "s3://$bucket/${ASSETS_PREFIX}"
aws s3 cp --recursive "$work/templates" "s3://$bucket/${ASSETS_PREFIX}"
aws cloudformation deploy --stack-name '${stackName}' --template-file "$work/template.json" \\
  --s3-bucket "$bucket" --s3-prefix ${ASSETS_PREFIX}templates --capabilities CAPABILITY_IAM \\
  --no-fail-on-empty-changeset --tags ${tagged.join(' ')} "$@"
${terminationProtection ? protect : ''}aws cloudformation describe-stacks --stack-name '${stackName}' \\
  --query 'Stacks[0].Outputs[].[OutputKey, OutputValue]' --output text
`;
}
