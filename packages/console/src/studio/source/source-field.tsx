import { Button, CloseButton, FileButton, Group, Input, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Camera, ImageUp } from 'lucide-react';
import { useState } from 'react';
import type { Source } from './source.ts';
import classes from './source-field.module.css';
import { dropSource, takeFile } from './take-source.ts';

const FORMATS = 'image/png,image/jpeg,image/webp,image/avif,image/gif,image/bmp';
/** A phone whose photos are HEIC sends JPEG to who does not ask for HEIC. */
const FORMATS_OF_FILES = `${FORMATS},image/heic,image/heif,.heic,.heif`;

interface SourceFieldProps {
  readonly source: Source | undefined;
  readonly refusal: string | undefined;
  readonly onRefusal: (refusal: string | undefined) => void;
}

/** The image to start from: chosen, photographed, dropped or pasted. */
export function SourceField({ source, refusal, onRefusal }: SourceFieldProps) {
  const [isReading, setReading] = useState(false);
  const hasCamera = useMediaQuery('(pointer: coarse)');
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setReading(true);
    onRefusal(await takeFile(file));
    setReading(false);
  };
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>Start from</legend>
      {source === undefined ? (
        <div className={classes.empty}>
          <Group gap="xs" justify="center">
            <FileButton
              accept={hasCamera === true ? FORMATS : FORMATS_OF_FILES}
              onChange={(file) => void read(file)}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  loading={isReading}
                  leftSection={<ImageUp size={16} aria-hidden="true" />}
                >
                  Choose an image
                </Button>
              )}
            </FileButton>
            {hasCamera === true && (
              <FileButton accept={FORMATS} capture="environment" onChange={(file) => void read(file)}>
                {(props) => (
                  <Button {...props} variant="default" leftSection={<Camera size={16} aria-hidden="true" />}>
                    Camera
                  </Button>
                )}
              </FileButton>
            )}
          </Group>
          <Text size="xs" c="dimmed" ta="center">
            {hasCamera !== true && 'Or drop it anywhere on this page, or paste it. '}
            PNG, JPEG or WebP, up to 12 MiB. Other formats are converted if this browser can read them.
          </Text>
        </div>
      ) : (
        <div className={classes.chosen}>
          <img className={classes.preview} src={source.previewUrl} alt="" />
          <div className={classes.about}>
            <Text size="sm" truncate title={source.name}>
              {source.name}
            </Text>
            <Text size="xs" c="dimmed">
              {source.width} × {source.height}
            </Text>
          </div>
          <CloseButton aria-label="Remove the image" onClick={dropSource} />
        </div>
      )}
      {refusal !== undefined && (
        <Input.Error mt={6} role="alert">
          {refusal}
        </Input.Error>
      )}
    </fieldset>
  );
}
