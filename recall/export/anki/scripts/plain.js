var root = rootOf();
if (root) languages(root);
