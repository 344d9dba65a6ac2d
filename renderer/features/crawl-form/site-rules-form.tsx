import { useState } from 'react';
import { consentWords } from '#shared/explain/site-rules.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useStatus } from '../../bridge/hooks.ts';
import { canStop } from '../../domain/crawl-words.ts';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SiteRulesField } from './site-rules-field.tsx';
import { needsConsent, type SiteRulesValue, writtenRules } from './site-rules-value.ts';

/** Changes for the rest of a crawl where robots.txt binds. */
export function SiteRulesForm({ onClose }: { readonly onClose: () => void }) {
  const status = useStatus();
  return (
    <Modal title="robots.txt on sites" onClose={onClose}>
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
    rules: settings.siteRules,
    robotsDefault: settings.robotsDefault,
    consent: settings.siteRules.some(({ robots }) => robots === 'never'),
  });
  const [refused, setRefused] = useState('');
  const problem = needsConsent(value) ? `Confirm it first: ${consentWords}.` : undefined;
  const save = async (resume: boolean): Promise<void> => {
    try {
      await client.call('crawl.siteRules', { siteRules: writtenRules(value.rules), robotsDefault: value.robotsDefault });
      if (resume) await client.call('crawl.resume', {});
      toast(resume ? 'The crawl goes on with the new site rules' : 'Saved as a new version of the settings');
      onClose();
    } catch (error) {
      setRefused(messageOf(error));
    }
  };
  return (
    <form
      data-testid="site-rules-form"
      onSubmit={event => {
        event.preventDefault();
        if (problem === undefined && !isActive) void save(true);
      }}
    >
      <div className="form narrow">
        <p>
          Later decisions follow these rules; what was decided stays as it is. URLs that robots.txt stopped on a site you now
          never obey are decided again when the crawl goes on.
        </p>
        <SiteRulesField
          value={value}
          onChange={next => {
            setValue(next);
            setRefused('');
          }}
          problem={problem}
        />
        {isActive && <Problem text="Stop the crawl before changing its settings." />}
        {refused && <Problem text={`The rules were not changed: ${refused}`} />}
      </div>
      <footer className="dialog-foot">
        <span className="spacer" />
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="btn" disabled={problem !== undefined || isActive} onClick={() => void save(false)}>
          Save
        </button>
        <button
          type="submit"
          className="btn primary"
          data-testid="site-rules-resume"
          disabled={problem !== undefined || isActive}
        >
          Save and go on
        </button>
      </footer>
    </form>
  );
}
