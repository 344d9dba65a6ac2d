export function RobotsView() { return <div className="empty">RobotsView</div>; }
