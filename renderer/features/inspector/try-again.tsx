import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';

/** Requests a URL again that was set aside because the engine died twice. */
export function TryAgain({ url }: { readonly url: string }) {
  const { toast } = useActions();
  const tryAgain = async (): Promise<void> => {
    try {
      await client.call('crawl.askAgain', { urls: [url] });
      await client.call('crawl.resume', {});
      toast('The crawl continues with this URL.');
    } catch (error) {
      toast(`It could not be tried again: ${messageOf(error)}`, 'problem');
    }
  };
  return (
    <p>
      <button type="button" className="btn small" data-testid="try-again" onClick={() => void tryAgain()}>
        Try this URL again
      </button>
    </p>
  );
}
