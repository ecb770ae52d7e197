/** A name of the interface as it is shown, such as `credit_granted` as `Credit granted`. */
export function sentenceCase(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
