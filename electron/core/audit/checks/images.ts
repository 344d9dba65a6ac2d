import type { Check } from '../check.ts';
import { imageElementChecks, imageTextChecks, videoChecks } from './image-elements.ts';
import { imageBlockChecks, imageSizeChecks, imageTargetChecks } from './image-files.ts';

export const imageChecks: readonly Check[] = [
  ...imageSizeChecks,
  ...imageTextChecks,
  ...imageTargetChecks,
  ...imageElementChecks,
  ...imageBlockChecks,
  ...videoChecks,
];
