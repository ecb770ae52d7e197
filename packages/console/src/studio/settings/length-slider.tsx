import { Text } from '@mantine/core';
import { useId } from 'react';
import classes from './length-slider.module.css';

interface LengthSliderProps {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** The seconds of a value. */
  readonly secondsOf: (value: number) => string;
  readonly onChange: (value: number) => void;
}

export function LengthSlider({ secondsOf: inSeconds, onChange, ...slider }: LengthSliderProps) {
  const id = useId();
  const seconds = inSeconds(slider.value);
  return (
    <>
      <Text id={id} size="sm" fw={500} mb={6}>
        Length: {seconds} s
      </Text>
      <input
        type="range"
        className={classes.slider}
        {...slider}
        aria-labelledby={id}
        aria-valuetext={`${seconds} seconds`}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </>
  );
}
