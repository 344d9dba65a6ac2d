import { useState } from 'react';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { canStop } from '../../domain/crawl-words.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SiteRulesField } from './site-rules-field.tsx';
import { consentOf, needsConsent, type SiteRulesValue, shownRules, writtenRules } from './site-rules-value.ts';

/** Changes where robots.txt applies, for the rest of a crawl. */
export function SiteRulesForm({ onClose }: { readonly onClose: () => void }) {
  const status = useStatus();
  return (
    <Modal title="robots.txt rules per site" onClose={onClose}>
      {status && <Fields settings={status.settings} isActive={canStop(status.state)} onClose={onClose} />}
    </Modal>
  );
}

interface FieldsProps {
  readonly settings: CrawlSettings;
  /** The crawl runs; its settings can be changed when it has stopped. */
  readonly isActive: boolean;
  readonly onClose: () => void;
}

function Fields({ settings, isActive, onClose }: FieldsProps) {
  const { toast } = useActions();
  const [value, setValue] = useState<SiteRulesValue>({
    ...shownRules(settings),
    consent: settings.siteRules.some(({ robots }) => robots === 'never'),
  });
  const { busy, refused, clear, submit } = useSubmit();
  const problem = needsConsent(value) ? `Confirm it first: ${consentOf(value)}.` : undefined;
  const isBlocked = problem !== undefined || isActive || busy;
  const save = (then: 'stay' | 'resume'): void => {
    if (isBlocked) return;
    void submit(async () => {
      await client.call('crawl.siteRules', writtenRules(value));
      if (then === 'resume') await client.call('crawl.resume', {});
      toast(then === 'resume' ? 'The crawl continues with the new rules' : 'Saved as a new version of the settings');
      onClose();
    });
  };
  return (
    <DialogForm
      testId="site-rules-form"
      width="narrow"
      onSubmit={() => save('resume')}
      buttons={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn" disabled={isBlocked} onClick={() => save('stay')}>
            Save
          </button>
          <button type="submit" className="btn primary" data-testid="site-rules-resume" disabled={isBlocked}>
            Save and resume
          </button>
        </>
      }
    >
      <p>
        New decisions follow these rules; existing decisions stay. If you stop obeying robots.txt on a site, the crawl decides the
        URLs that it blocked there again when it resumes.
      </p>
      <SiteRulesField
        value={value}
        onChange={next => {
          setValue(next);
          clear();
        }}
        problem={problem}
      />
      {isActive && <Problem text="Stop the crawl before changing its settings." />}
      {refused && <Problem text={`The rules were not changed: ${refused}`} />}
    </DialogForm>
  );
}
