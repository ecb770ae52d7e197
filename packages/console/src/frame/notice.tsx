import { Alert, type AlertProps } from '@mantine/core';
import classes from './notice.module.css';

interface NoticeProps extends AlertProps {
  /** `stop`: something is refused now. */
  readonly tone: 'stop' | 'warn' | 'good' | 'plain';
}

/** A calm box that says something about the whole page. */
export function Notice({ tone, ...alert }: NoticeProps) {
  return <Alert variant="default" role="status" {...alert} className={classes.notice} data-tone={tone} />;
}
