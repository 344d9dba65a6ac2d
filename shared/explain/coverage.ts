import { figure } from './figure.ts';

/** The effect of a response that was not a file: 'no lines: the response itself decides, all 1,227 blocked'. */
export function answerDecides({ total, noRuleBlocked }: { readonly total: number; readonly noRuleBlocked: number }): string {
  const allowed = total - noRuleBlocked;
  const verdicts =
    noRuleBlocked === 0
      ? `all ${figure(total)} allowed`
      : allowed === 0
        ? `all ${figure(total)} blocked`
        : `${figure(noRuleBlocked)} blocked, ${figure(allowed)} allowed`;
  return `no lines: the response itself decides, ${total === 0 ? 'no URL is stored' : verdicts}`;
}
