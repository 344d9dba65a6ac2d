export function SitemapsView() { return <div className="empty">SitemapsView</div>; }
