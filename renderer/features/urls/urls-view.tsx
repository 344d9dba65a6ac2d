export function UrlsView() { return <div className="empty">UrlsView</div>; }
