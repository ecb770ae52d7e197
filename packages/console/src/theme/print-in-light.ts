/** Paper is white: while a page is printed, its colours are the light ones. */
export function printInLight(): void {
  const { dataset } = document.documentElement;
  let shown: string | undefined;
  window.addEventListener('beforeprint', () => {
    shown = dataset.mantineColorScheme;
    dataset.mantineColorScheme = 'light';
  });
  window.addEventListener('afterprint', () => {
    if (shown !== undefined) dataset.mantineColorScheme = shown;
  });
}
