import { Stack } from 'aws-cdk-lib';
import { Function, FunctionCode, FunctionEventType, FunctionRuntime, type FunctionAssociation } from 'aws-cdk-lib/aws-cloudfront'; // prettier-ignore
import { Construct } from 'constructs';
import { BELOW_DOCS, DOC_FILES } from '../../console-build/docs/doc-pages.ts';
import { bareNowherePage } from '../../console-build/docs/nowhere.ts';
import { DOCUMENTS } from '../../console-build/documents.ts';
import { NOWHERE } from '../../contract/errors.ts';

/** The file at each path, the most special path first; none where the function answers itself. */
const SERVED: (readonly [path: string, file?: string])[] = [
  ...DOCUMENTS.flatMap(({ serves, file }) => serves.map((path) => [path, file] as const)),
  ...DOC_FILES,
  [BELOW_DOCS],
];

/** Runs at the edge, in CloudFront's own JavaScript. A test compares what it does with the gateway of one machine. */
export const consolePathsCode = `var served = ${JSON.stringify(SERVED)};
var page = ${JSON.stringify(bareNowherePage())};
var refusal = ${JSON.stringify({ error: 'not_found', detail: NOWHERE })};
function handler(event) {
  var request = event.request;
  var found = served.find(function (each) {
    var path = each[0];
    return path.endsWith('*') ? request.uri.startsWith(path.slice(0, -1)) : request.uri === path;
  });
  if (found && !found[1]) return nowhere(request, event.context.requestId);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return wrongMethod(request.method, event.context.requestId);
  if (found) request.uri = found[1];
  return request;
}
function nowhere(request, id) {
  var accept = request.headers.accept;
  if (accept && /\\btext\\/html\\b/i.test(accept.value))
    return reply(404, 'Not Found', id, 'text/html; charset=utf-8', page);
  return reply(404, 'Not Found', id, 'application/json; charset=utf-8', JSON.stringify(refusal));
}
function wrongMethod(method, id) {
  var refused = { error: 'metodo_nao_permitido', detail: method + ' is not one of GET, HEAD at this path.' };
  var made = reply(405, 'Method Not Allowed', id, 'application/json', JSON.stringify(refused));
  made.headers.allow = { value: 'GET, HEAD' };
  return made;
}
function reply(status, description, id, type, text) {
  var headers = { 'content-type': { value: type }, 'cache-control': { value: 'no-store' },
    'x-request-id': { value: id } };
  return { statusCode: status, statusDescription: description, headers: headers,
    body: { encoding: 'text', data: text } };
}`;

/** A file comes from a cache or a bucket, which know no calls: the id is CloudFront's own, as in its logs. */
const requestIdCode = `function handler(event) {
  event.response.headers['x-request-id'] = { value: event.context.requestId };
  return event.response;
}`;

/** Has CloudFront ask the bucket for the file of a path, and answer methods that no file takes itself; each answer says its id. */
export class ConsolePaths extends Construct {
  readonly #function: Function;
  readonly #requestId: Function;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#function = new Function(this, 'Function', {
      code: FunctionCode.fromInline(consolePathsCode),
      runtime: FunctionRuntime.JS_2_0,
      comment: `${Stack.of(this).stackName}: the file of a path of the console.`,
    });
    this.#requestId = new Function(scope, 'RequestId', {
      code: FunctionCode.fromInline(requestIdCode),
      runtime: FunctionRuntime.JS_2_0,
      comment: `${Stack.of(this).stackName}: the id of an answer of the console.`,
    });
  }

  get mapped(): { functionAssociations: FunctionAssociation[] } {
    return {
      functionAssociations: [
        { function: this.#function, eventType: FunctionEventType.VIEWER_REQUEST },
        { function: this.#requestId, eventType: FunctionEventType.VIEWER_RESPONSE },
      ],
    };
  }
}
