import { Modal } from '../../ui/modal.tsx';
export function CrawlForm({ onClose }: { readonly onClose: () => void }) { return <Modal title="New crawl" onClose={onClose}><p>…</p></Modal>; }
