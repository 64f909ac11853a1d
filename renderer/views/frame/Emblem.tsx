/** A shield whose field is parted: what was lent, and what was taken back. */
export function Emblem() {
  return (
    <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinejoin="round" aria-hidden>
      <path d="M10 1.8 16.8 4v5.4c0 4.2-2.8 7.2-6.8 8.8-4-1.6-6.8-4.6-6.8-8.8V4z" />
      <path d="M6.8 9.7 9.2 12.1l4.2-4.5" strokeLinecap="round" />
    </svg>
  );
}
