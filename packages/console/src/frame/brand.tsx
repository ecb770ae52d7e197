/** The mark of the product. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#b3440f" />
      <path d="M12 9.5v13l11-6.5z" fill="#fff" />
    </svg>
  );
}
