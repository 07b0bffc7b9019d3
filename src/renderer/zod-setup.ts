import { z } from 'zod';

// The content security policy forbids compiled validators; without this every schema would try one first.
z.config({ jitless: true });
