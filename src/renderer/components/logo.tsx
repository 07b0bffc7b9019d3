export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <rect x="2" y="3" width="16" height="3" rx="1.5" fill="var(--k-assistant)" />
      <rect x="5" y="8.5" width="9" height="3" rx="1.5" fill="var(--k-user)" />
      <rect x="8" y="14" width="10" height="3" rx="1.5" fill="var(--accent)" />
    </svg>
  );
}
