import './theme/console.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { AppFrame } from './frame/app-frame.tsx';
import { Toasts } from './frame/toast.tsx';
import { printInLight } from './theme/print-in-light.ts';
import { theme } from './theme/theme.ts';

// Styles that libraries insert need the nonce of the page's content security policy.
const nonce = document.querySelector<HTMLElement>('style[nonce]')?.nonce ?? '';
setNonce(nonce);

printInLight();
const container = document.getElementById('console');
if (container === null) throw new Error('the page has no element for the console');
createRoot(container).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queryClient}>
        <AppFrame />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
