import { sweepStories } from './file-sweep.stories.ts';

sweepStories();
