import type { ErrorGroupView } from '../../contract/statistics/browser-errors.ts';
import type { ErrorGroup, ErrorText } from '../../domain/statistics/browser-errors/error-groups.ts';
import { isoOf } from '../../domain/instant.ts';

/** An error as the operator is shown it. Its texts may have gone a moment before it. */
export function browserErrorView(
  { id, code, phase, path, head, isVisible, browser, reports, firstAt, lastAt }: ErrorGroup,
  text: ErrorText | undefined,
): ErrorGroupView {
  return {
    id,
    code,
    phase,
    path,
    message: text?.message ?? head,
    stack: text?.stack ?? null,
    source: text?.source ?? null,
    line: text?.line ?? null,
    column: text?.column ?? null,
    visivel: isVisible,
    browser,
    count: reports,
    first_at: isoOf(firstAt),
    last_at: isoOf(lastAt),
  };
}
