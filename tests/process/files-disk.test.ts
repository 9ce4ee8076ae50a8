import { fileStories } from './files.stories.ts';

fileStories();
